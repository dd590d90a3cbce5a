import { arrowText, type MachineChart } from '../../../domain/inspection/chart.ts';
import css from '../machines-page.module.css';

/** The chart in words, for who cannot see the picture or has no room for it. */
export function TransitionTable({ chart }: { readonly chart: MachineChart }) {
  const short = (id: string) => (id === chart.id ? 'anywhere' : id.slice(chart.id.length + 1));
  return (
    <details className={css.words}>
      <summary>
        The {chart.id} machine in words: {chart.transitions.length} transitions
      </summary>
      <div className={css.scroll} tabIndex={0} role="region" aria-label="Transitions">
        <table>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">On</th>
              <th scope="col">If</th>
              <th scope="col">To</th>
              <th scope="col">Does</th>
            </tr>
          </thead>
          <tbody>
            {chart.transitions.map((way) => (
              <tr key={way.id}>
                <th scope="row">{short(way.source)}</th>
                <td>{arrowText({ ...way, guard: null })}</td>
                <td>{way.guard ?? ''}</td>
                <td>{way.targets.map(short).join(', ')}</td>
                <td>{way.actions.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
