import css from './player-link.module.css';

/** Two letters on a colour made from the uuid. A picture would have to be loaded from another site. */
export function PlayerAvatar({ uuid, name, size = 28 }: { uuid: string; name: string; size?: number }) {
  const hue = Number.parseInt(uuid.slice(0, 4), 16) % 360;
  return (
    <span
      className={css.avatar}
      aria-hidden="true"
      style={{ width: size, height: size, fontSize: size * 0.4, background: `hsl(${hue} 45% 30%)` }}
    >
      {name.replace(/[^A-Za-z0-9]/g, '').slice(0, 2)}
    </span>
  );
}
