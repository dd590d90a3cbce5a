import css from './player-link.module.css';

/** Two letters on a colour of the player's own; a picture would have to come from elsewhere. */
export function PlayerAvatar({ uuid, name, size = 28 }: { uuid: string; name: string; size?: number }) {
  const hue = Number.parseInt(uuid.slice(0, 4), 16) % 360;
  return (
    <span
      className={css.face}
      aria-hidden="true"
      style={{ width: size, height: size, fontSize: size * 0.4, background: `hsl(${hue} 45% 30%)` }}
    >
      {name.replace(/[^A-Za-z0-9]/g, '').slice(0, 2)}
    </span>
  );
}
