/**
 * The lines of the agent's `config.yml` that say which coordinator it belongs to (docs/platforms.md "Install the agent").
 * `origin` is that of the page: where the page can be reached, the channel can.
 */
export function agentConfig(origin: string, name: string, secret: string): string {
  const coordinator = origin.replace(/^http/, 'ws');
  const lines = { coordinator, name, secret };
  return Object.entries(lines)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join('\n');
}
