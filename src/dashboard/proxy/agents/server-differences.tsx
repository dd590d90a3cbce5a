import type { ConnectedProxy } from '../../api/schema.ts';
import { countText } from '../../ui/count-text.ts';
import css from './proxy-agents.module.css';

/** Names beyond these are counted. */
const MAX_NAMED = 8;

/** In what the servers of a proxy differ from those of the coordinator: players cannot be moved to a name that only one side has. */
export function ServerDifferences({ proxy }: { readonly proxy: ConnectedProxy }) {
  const { name, servers } = proxy;
  if (servers === null) return null;
  const { onlyAtProxy, onlyHere, otherAddress } = servers;
  const lines = [
    onlyAtProxy.length > 0 && `The coordinator does not know ${namesOf(onlyAtProxy)}, which ${name} has.`,
    onlyHere.length > 0 && `${name} does not know ${namesOf(onlyHere)}: nobody can be moved there by it.`,
    ...otherAddress
      .slice(0, MAX_NAMED)
      .map((one) => `${one.name} is ${one.proxy} at ${name}, and ${one.coordinator} for the coordinator.`),
  ].filter((line) => line !== false);
  if (lines.length === 0) return null;
  return (
    <ul className={css.differences}>
      {lines.map((line) => (
        <li key={line} dir="auto">
          {line}
        </li>
      ))}
    </ul>
  );
}

function namesOf(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return more > 0 ? `${names.slice(0, MAX_NAMED).join(', ')} and ${countText(more)} more` : names.join(', ');
}
