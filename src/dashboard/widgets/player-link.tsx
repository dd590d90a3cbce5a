import { Link } from 'wouter';
import { PlayerAvatar } from './player-avatar.tsx';
import css from './player-link.module.css';

/** A player's avatar and name, as a link to the player's page. */
export function PlayerLink({ uuid, name }: { readonly uuid: string; readonly name: string }) {
  return (
    <Link href={`/players/${uuid}`} className={css.link}>
      <PlayerAvatar uuid={uuid} name={name} />
      <span className={css.name} dir="auto" title={name}>
        {name}
      </span>
    </Link>
  );
}
