import { Fragment } from 'react';
import { Card } from '../../ui/card.tsx';
import css from '../machines-page.module.css';
import { fieldsOf } from './recording.ts';

/** What an actor knew at one moment, and which events it had a use for. */
export function MomentDetails(props: { readonly context: unknown; readonly events?: readonly string[] }) {
  const { context, events } = props;
  const fields = fieldsOf(context);
  return (
    <>
      {events !== undefined && (
        <Card title="Has a use for">
          {events.length === 0 ? (
            <p className={css.hint}>No event: it moves by itself, or is over.</p>
          ) : (
            <ul className={css.events}>
              {events.map((event) => (
                <li key={event}>{event}</li>
              ))}
            </ul>
          )}
        </Card>
      )}
      <Card title="Context">
        {fields.length === 0 ? (
          <p className={css.hint}>Nothing that may be shown.</p>
        ) : (
          <dl className={css.context}>
            {fields.map(({ path, text }) => (
              <div key={path}>
                <dt>
                  <Path path={path} />
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </Card>
    </>
  );
}

/** May break after each dot, and there only. */
function Path({ path }: { readonly path: string }) {
  return path.split('.').map((word, place) => (
    <Fragment key={place}>
      {place > 0 && '.'}
      {place > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
