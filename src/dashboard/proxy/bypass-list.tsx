import { ActionIcon, Button, TextInput } from '@mantine/core';
import { type FormEvent, type MouseEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { isReportedName } from '../../domain/player-name.ts';
import { Card } from '../ui/card.tsx';
import { counted } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import { notifyFailure } from '../ui/notice/notify.ts';
import { useHeldRows } from '../ui/table/use-held-rows.ts';
import { useHold } from '../ui/table/use-hold.ts';
import { WaitingRows } from '../ui/table/waiting-rows.tsx';
import { addBypass, removeBypass } from './proxy-actions.ts';
import css from './proxy-page.module.css';

const EVERYTHING = { first: 0, last: 0 };
const sameName = (name: string) => name;

/** Who may join while joining is closed. */
export function BypassList({ names }: { readonly names: readonly string[] }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Card title="Bypass list" aside={counted(names.length, 'name')}>
      <AddName names={names} input={input} />
      <Names names={names} input={input} />
    </Card>
  );
}

interface NamesProps {
  readonly names: readonly string[];
  readonly input: RefObject<HTMLInputElement | null>;
}

function AddName({ names, input }: NamesProps) {
  const [name, setName] = useState('');
  const entered = name.trim();
  const isListed = names.some((it) => it.toLowerCase() === entered.toLowerCase());
  const isValid = isReportedName(entered) && !isListed;
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    setName('');
    try {
      await addBypass(entered);
    } catch (error) {
      // Unless the next one is being typed.
      setName((now) => now || entered);
      notifyFailure(`${entered} was not added`, error);
    }
  };
  return (
    <form className={css.row} onSubmit={(event) => void add(event)}>
      <TextInput
        ref={input}
        label="Player name"
        maxLength={48}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={
          entered === '' || isValid
            ? undefined
            : isListed
              ? 'This name is already on the list'
              : 'Use at most 48 visible characters'
        }
      />
      <Button type="submit" variant="default" disabled={!isValid}>
        Add
      </Button>
    </form>
  );
}

/** They hold still as rows do, so that a second click never hits the name that came into the place of the first. */
function Names({ names, input }: NamesProps) {
  const list = useRef<HTMLUListElement>(null);
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const { isHeld, listeners } = useHold();
  const live = useMemo(
    () => ({ total: names.length, rowAt: (index: number) => names[index], isComplete: true }),
    [names],
  );
  const { total, rowAt, isGone, waiting, bring } = useHeldRows({
    live,
    keyOf: sameName,
    list: 'bypass',
    screen: EVERYTHING,
    isHeld,
  });
  const shown = Array.from({ length: total }, (_, at) => rowAt(at)).filter((it) => it !== undefined);
  const remove = async (name: string) => {
    setLeaving((before) => new Set([...before, name]));
    await removeBypass(name).catch((error: unknown) => notifyFailure(`${name} was not removed`, error));
    setLeaving((before) => new Set([...before].filter((it) => it !== name)));
  };
  const press = (name: string, { detail, currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // By the keyboard: this button can do no more.
    if (detail === 0) (nextButton(currentTarget) ?? input.current)?.focus();
    void remove(name);
  };
  return (
    <div {...listeners}>
      {shown.length === 0 ? (
        <p className={css.quiet}>The list is empty: nobody may join while joining is closed.</p>
      ) : (
        <ul className={css.names} ref={list} aria-label="Bypass list" tabIndex={-1}>
          {shown.map((it) => (
            <li key={it} data-gone={isGone(it) || undefined} aria-busy={leaving.has(it) || undefined}>
              <span>{it}</span>
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={isGone(it) ? `${it} is removed` : `Remove ${it} from the list`}
                disabled={isGone(it) || leaving.has(it)}
                // A press of the pointer takes no focus, which would hold the list after the pointer has left.
                onMouseDown={(event: MouseEvent) => event.preventDefault()}
                onClick={(event: MouseEvent<HTMLButtonElement>) => press(it, event)}
              >
                <Icon name="remove" size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div className={css.waiting}>
        <WaitingRows waiting={waiting} bring={bring} list={list} />
      </div>
    </div>
  );
}

/** The button of the next name that can be removed, else of the one before it. */
function nextButton(button: HTMLButtonElement): HTMLButtonElement | undefined {
  const all = [...(button.closest('ul')?.querySelectorAll('button') ?? [])];
  const at = all.indexOf(button);
  return all.slice(at + 1).find(canBeUsed) ?? all.slice(0, at).findLast(canBeUsed);
}

function canBeUsed(button: HTMLButtonElement): boolean {
  return button.getAttribute('aria-disabled') !== 'true';
}
