import type { CSSProperties, KeyboardEvent } from 'react';
import type { ChartTransition } from '../../../domain/inspection/chart.ts';
import css from './chart-view.module.css';
import type { Arrow, Drawing, Rect, StateBox } from './drawing.ts';
import { ANYWHERE, labelLines, LINE_HEIGHT, TITLE_HEIGHT } from './layout-graph.ts';
import { countText } from '../../ui/count-text.ts';

/** What is highlighted on a chart. */
export interface Highlights {
  /** Ids of active states. */
  readonly active?: ReadonlySet<string>;
  /** Ids of transitions that were just taken. */
  readonly taken?: ReadonlySet<string>;
  /** How many actors are in each state, and in total. */
  readonly heat?: { readonly actors: number; readonly states: Readonly<Record<string, number>> };
  /** The id of the selected state. */
  readonly selected?: string;
}

/** Callbacks for clicks on a chart. */
export interface ChartHandlers {
  readonly onState?: (id: string) => void;
  readonly onTransition?: (transition: ChartTransition) => void;
  /** Whether a transition can be clicked now. */
  readonly canFollow?: (transition: ChartTransition) => boolean;
}

/** Nested boxes and the arrows between them. */
export function ChartView(props: {
  readonly name: string;
  readonly drawing: Drawing;
  readonly highlights: Highlights;
  readonly handlers: ChartHandlers;
  readonly zoom: number;
}) {
  const { name, drawing, highlights, handlers, zoom } = props;
  return (
    <svg
      className={css.chart}
      role="group"
      aria-label={`Chart of the ${name} machine`}
      width={drawing.width * zoom}
      height={drawing.height * zoom}
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
    >
      <defs>
        <ArrowHead id="head" className={css.arrowHead} />
        <ArrowHead id="head-taken" className={css.arrowHeadTaken} />
      </defs>
      {drawing.boxes.map((box) => (
        <Box key={box.state.id} box={box} highlights={highlights} handlers={handlers} />
      ))}
      {drawing.initialArrows.map((path) => (
        <path key={path} className={css.line} d={path} markerEnd="url(#head)" />
      ))}
      {drawing.initialDots.map((dot) => (
        <circle
          key={`${dot.x} ${dot.y}`}
          className={css.dot}
          cx={dot.x + dot.width / 2}
          cy={dot.y + dot.height / 2}
          r={dot.width / 2}
        />
      ))}
      {drawing.anywhereLabels.map((label) => (
        <AnywhereLabel key={`${label.x} ${label.y}`} rect={label} />
      ))}
      {drawing.arrows.map((arrow) => (
        <Line key={arrow.id} arrow={arrow} taken={highlights.taken} />
      ))}
      {drawing.arrows.map((arrow) => (
        <Labels key={arrow.id} arrow={arrow} taken={highlights.taken} handlers={handlers} />
      ))}
    </svg>
  );
}

function ArrowHead({ id, className }: { readonly id: string; readonly className: string | undefined }) {
  return (
    <marker
      id={id}
      viewBox="0 0 8 8"
      refX="7"
      refY="4"
      markerWidth="8"
      markerHeight="8"
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      <path className={className} d="M0 0.5 7.5 4 0 7.5z" />
    </marker>
  );
}

function Box({
  box,
  highlights,
  handlers,
}: {
  readonly box: StateBox;
  readonly highlights: Highlights;
  readonly handlers: ChartHandlers;
}) {
  const { state, lines, x, y, width, height } = box;
  const { onState } = handlers;
  const actors = highlights.heat?.states[state.id] ?? 0;
  const share =
    highlights.heat === undefined || highlights.heat.actors === 0 ? 0 : actors / highlights.heat.actors;
  const isActive = highlights.active?.has(state.id) === true;
  const style: CSSProperties & Record<'--share', string> = { '--share': `${Math.round(share * 100)}%` };
  return (
    <g
      className={css.state}
      transform={`translate(${x} ${y})`}
      style={style}
      data-leaf={box.isLeaf || undefined}
      data-type={state.type}
      data-state={state.id}
      data-active={isActive || undefined}
      data-occupied={(highlights.heat !== undefined && actors > 0) || undefined}
      data-region={state.type === 'compound' || state.type === 'parallel' ? '' : undefined}
      {...buttonOf(onState === undefined ? undefined : () => onState(state.id))}
      aria-current={isActive || undefined}
      aria-pressed={onState === undefined ? undefined : highlights.selected === state.id}
    >
      <rect className={css.box} width={width} height={height} rx="9" />
      {state.type === 'final' && (
        <rect className={css.inner} x="3" y="3" width={width - 6} height={height - 6} rx="6.5" />
      )}
      <text className={css.title} x="14" y={TITLE_HEIGHT / 2 + 7}>
        {state.key}
      </text>
      {highlights.heat !== undefined && (
        <text className={css.count} x={width - 12} y={TITLE_HEIGHT / 2 + 7}>
          {countText(actors)}
          <tspan className={css.unit}>{actors === 1 ? ' actor' : ' actors'}</tspan>
        </text>
      )}
      {lines.map(({ text, transition }, index) => (
        <text
          key={text}
          className={css.text}
          x="14"
          y={TITLE_HEIGHT + 13 + index * LINE_HEIGHT}
          data-taken={(transition !== null && highlights.taken?.has(transition) === true) || undefined}
        >
          {text}
        </text>
      ))}
    </g>
  );
}

function AnywhereLabel({ rect }: { readonly rect: Rect }) {
  return (
    <g transform={`translate(${rect.x} ${rect.y})`}>
      <rect className={css.anywhere} width={rect.width} height={rect.height} rx={rect.height / 2} />
      <text className={css.text} x={rect.width / 2} y={rect.height / 2 + 4} textAnchor="middle">
        {ANYWHERE}
      </text>
    </g>
  );
}

function Line({ arrow, taken }: { readonly arrow: Arrow; readonly taken: ReadonlySet<string> | undefined }) {
  const isTaken = arrow.transitions.some(({ id }) => taken?.has(id));
  return (
    <path
      className={css.line}
      d={arrow.path}
      data-taken={isTaken || undefined}
      markerEnd={isTaken ? 'url(#head-taken)' : 'url(#head)'}
    />
  );
}

function Labels(props: {
  readonly arrow: Arrow;
  readonly taken: ReadonlySet<string> | undefined;
  readonly handlers: ChartHandlers;
}) {
  const { arrow, taken, handlers } = props;
  const { onTransition, canFollow } = handlers;
  const { x, y, width } = arrow.label;
  let line = 0;
  return arrow.transitions.map((transition) => {
    const lines = labelLines(transition);
    const top = y + line * LINE_HEIGHT;
    line += lines.length;
    const follow =
      onTransition !== undefined && canFollow?.(transition) === true
        ? () => onTransition(transition)
        : undefined;
    return (
      <g
        key={transition.id}
        className={css.label}
        transform={`translate(${x} ${top})`}
        data-taken={taken?.has(transition.id) || undefined}
        data-transition={transition.id}
        {...buttonOf(follow)}
      >
        <rect className={css.background} width={width} height={lines.length * LINE_HEIGHT} rx="4" />
        {lines.map((text, index) => (
          <text
            key={text}
            className={index === 0 ? css.event : css.effect}
            x={width / 2}
            y={index * LINE_HEIGHT + 12.5}
            textAnchor="middle"
          >
            {text}
          </text>
        ))}
      </g>
    );
  });
}

/** The properties that make a part of the picture a button. Its text is its name. */
function buttonOf(press: (() => void) | undefined) {
  if (press === undefined) return {};
  return {
    role: 'button',
    tabIndex: 0,
    onClick: press,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      press();
    },
  };
}
