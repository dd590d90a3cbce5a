import {
  arrowText,
  type ChartState,
  type ChartTransition,
  type MachineChart,
} from '../src/domain/inspection/chart.ts';

/** The text of docs/machines/<id>.md: a diagram that GitHub draws, and a table of all transitions. */
export function machineDocument(chart: MachineChart): string {
  const work = chart.states.flatMap(({ id, invokes }) =>
    invokes.map(({ src }) => `\`${src}\` in \`${short(id, chart)}\``),
  );
  return [
    `# The ${chart.id} machine`,
    '',
    `Written by \`npm run gen\` from \`src/machines/${chart.id}/machine.ts\`, which explains it. Transitions without a target are in the table only. \`after\` is a timer; \`done\` and \`failed\` are the ends of invoked work.`,
    ...(work.length === 0 ? [] : ['', `Invoked work: ${work.join(', ')}.`]),
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...drawing(chart),
    '```',
    '',
    '| from | on | if | to | does |',
    '| --- | --- | --- | --- | --- |',
    ...chart.transitions.map((transition) => row(transition, chart)),
    '',
  ].join('\n');
}

function drawing(chart: MachineChart): string[] {
  const [root] = chart.states;
  if (root === undefined) return [];
  return root.type === 'parallel' ? box(root, chart, 1) : inside(root, chart, 1);
}

function box(state: ChartState, chart: MachineChart, depth: number): string[] {
  const pad = '  '.repeat(depth);
  const name = `state "${state.key}" as ${mermaidId(state.id)}`;
  if (childrenOf(state.id, chart).length === 0) return [`${pad}${name}`];
  return [`${pad}${name} {`, ...inside(state, chart, depth + 1), `${pad}}`];
}

function inside(state: ChartState, chart: MachineChart, depth: number): string[] {
  const pad = '  '.repeat(depth);
  const children = childrenOf(state.id, chart);
  if (state.type === 'parallel') {
    return children.flatMap((child, index) => [
      ...(index === 0 ? [] : [`${pad}--`]),
      ...box(child, chart, depth),
    ]);
  }
  return [
    ...children.filter(({ initial }) => initial).map(({ id }) => `${pad}[*] --> ${mermaidId(id)}`),
    ...children.flatMap((child) => box(child, chart, depth)),
    ...arrowsWithin(state, chart).map(
      (transition) =>
        `${pad}${mermaidId(transition.source)} --> ${mermaidId(transition.targets[0] ?? '')} : ${arrowText(transition)}`,
    ),
    ...children.filter(({ type }) => type === 'final').map(({ id }) => `${pad}${mermaidId(id)} --> [*]`),
  ];
}

/** Mermaid draws an arrow in the innermost box that contains both ends, and none from a box to its own content. */
function arrowsWithin(box: ChartState, chart: MachineChart): ChartTransition[] {
  return chart.transitions.filter(({ source, targets: [target] }) => {
    if (target === undefined || source === box.id || !isWithin(source, box) || !isWithin(target, box)) {
      return false;
    }
    return !childrenOf(box.id, chart).some((child) => isInOrIs(source, child) && isInOrIs(target, child));
  });
}

function row(transition: ChartTransition, chart: MachineChart): string {
  const from = transition.source === chart.id ? 'anywhere' : `\`${short(transition.source, chart)}\``;
  const targets = transition.targets.map((id) => `\`${short(id, chart)}\``).join(', ');
  const actions = transition.actions.map((name) => `\`${name}\``).join(', ');
  const guard = transition.guard === null ? '' : `\`${transition.guard}\``;
  return `| ${from} | ${arrowText({ ...transition, guard: null })} | ${guard} | ${targets} | ${actions} |`;
}

const isWithin = (id: string, box: ChartState): boolean => id.startsWith(`${box.id}.`);
const isInOrIs = (id: string, box: ChartState): boolean => id === box.id || isWithin(id, box);
const childrenOf = (id: string, chart: MachineChart): ChartState[] =>
  chart.states.filter(({ parent }) => parent === id);
const short = (id: string, chart: MachineChart): string =>
  id.startsWith(`${chart.id}.`) ? id.slice(chart.id.length + 1) : id;
const mermaidId = (id: string): string => id.replaceAll('.', '_');
