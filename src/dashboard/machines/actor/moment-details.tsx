import { Fragment } from 'react';
import { Card } from '../../ui/card.tsx';
import css from '../machines-page.module.css';
import { FieldText } from './field-text.tsx';
import { fieldsOf } from './recording.ts';

/** The context of an actor at one moment, and the events that it accepted. */
export function MomentDetails(props: { readonly context: unknown; readonly events?: readonly string[] }) {
  const { context, events } = props;
  const fields = fieldsOf(context);
  return (
    <>
      {events !== undefined && (
        <Card title="Accepted events">
          {events.length === 0 ? (
            <p className={css.hint}>None: it changes its state by itself, or has ended.</p>
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
          <p className={css.hint}>Nothing to show.</p>
        ) : (
          <dl className={css.context}>
            {fields.map((field) => (
              <div key={field.path}>
                <dt>
                  <Path path={field.path} />
                </dt>
                <dd>
                  <FieldText {...field} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Card>
    </>
  );
}

/** A path that may break only after a dot. */
function Path({ path }: { readonly path: string }) {
  return path.split('.').map((word, index) => (
    <Fragment key={index}>
      {index > 0 && '.'}
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
