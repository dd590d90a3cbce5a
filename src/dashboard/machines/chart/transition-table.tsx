import { arrowText, type MachineChart } from '../../../domain/inspection/chart.ts';
import css from '../machines-page.module.css';

/** The chart as a table, for viewers who cannot see or use the picture. */
export function TransitionTable({ chart }: { readonly chart: MachineChart }) {
  const short = (id: string) => (id === chart.id ? 'anywhere' : id.slice(chart.id.length + 1));
  return (
    <details className={css.table}>
      <summary>
        The {chart.id} machine as a table: {chart.transitions.length} transitions
      </summary>
      <div className={css.scroll} tabIndex={0} role="region" aria-label="Transitions">
        <table>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">On</th>
              <th scope="col">If</th>
              <th scope="col">To</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {chart.transitions.map((transition) => (
              <tr key={transition.id}>
                <th scope="row">{short(transition.source)}</th>
                <td>{arrowText({ ...transition, guard: null })}</td>
                <td>{transition.guard ?? ''}</td>
                <td>{transition.targets.map(short).join(', ')}</td>
                <td>{transition.actions.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
