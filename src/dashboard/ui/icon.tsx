const PATHS = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z',
  servers: 'M4 5h16v6H4zM4 13h16v6H4zM8 8h.01M8 16h.01M12 8h4M12 16h4',
  players:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 20a6 6 0 0 1 12 0M16 4.5a3.5 3.5 0 0 1 0 6M17.5 14.5A6 6 0 0 1 21 20',
  bans: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M5.6 5.6l12.8 12.8',
  proxy: 'M4 21V11a8 8 0 0 1 16 0v10M9.3 4v17M14.7 4v17M4 11h16M4 16h16',
  parties:
    'M12 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6M5.5 12.5a2.3 2.3 0 1 0 0-4.6M18.5 12.5a2.3 2.3 0 1 1 0-4.6M7 20a5 5 0 0 1 10 0M2.5 18a3.5 3.5 0 0 1 3-3.4M21.5 18a3.5 3.5 0 0 0-3-3.4',
  machines:
    'M4 4h6v5H4zM14 15h6v5h-6zM7 9v4a4.5 4.5 0 0 0 4.5 4.5H14M17 4a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5M17 9v6',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5',
  signOut: 'M14 8V5H5v14h9v-3M10 12h11M18 9l3 3-3 3',
  everywhere: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M3 12h18M12 3a14 14 0 0 1 0 18M12 3a14 14 0 0 0 0 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.5 15.5 20 20',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  undo: 'M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4',
  redo: 'M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h4',
  restart: 'M20 11a8 8 0 1 0-2.3 6.7M20 5v6h-6',
  ping: 'M5 12h3l2-6 4 12 2-6h3',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  kick: 'M5 12h12M13 8l4 4-4 4M20 5v14',
  lift: 'M7 11V8a5 5 0 0 1 9.6-2M5 11h14v9H5z',
  up: 'M12 18V6M7 11l5-5 5 5',
  down: 'M12 6v12M7 13l5 5 5-5',
  back: 'M19 12H5M11 6l-6 6 6 6',
  next: 'M9 6l6 6-6 6',
  crown: 'M4 18h16M4 8l4 4 4-6 4 6 4-4-1.5 7h-13z',
  center: 'M4 6h16M7 10h10M4 14h16M7 18h10',
  key: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 12h9M18 12v3M15 12v2',
  cards: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  rows: 'M4 6h16M4 12h16M4 18h16',
  warning: 'M12 4 2.8 20h18.4zM12 10v4M12 17h.01',
  wrench:
    'M14.5 6.5a4 4 0 0 1 5-2l-2.7 2.7 2 2L21.5 6.5a4 4 0 0 1-5.3 5L8 19.7a2 2 0 0 1-2.9-2.9l8.2-8.2a4 4 0 0 1 1.2-2.1',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative drawing: the button or link that contains it needs a text or a label. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
