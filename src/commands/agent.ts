import { type Command, Option } from 'commander';
import { AGENT_ROLES, type AgentRole } from '../domain/agent-role.ts';
import type { AddCommand } from './add-command.ts';
import { addDataOption, type DataOption, readName } from './options.ts';
import { apiCall, withAgentSecrets } from './roles/agent-secrets.ts';

interface AddOptions extends DataOption {
  readonly role: AgentRole;
  readonly bans: boolean;
}

/** `portcullis agent add|list|revoke`: secrets of single agents. */
export const addAgentCommand: AddCommand = (program, terminal, finish) => {
  const agent = program.command('agent').description('secrets of proxies, edges and game servers');
  addDataOption(agent.command('add'))
    .argument('<name>', 'name of the agent, as it says it in `hello`', readName)
    .addOption(new Option('--role <role>', 'what it may be').choices(AGENT_ROLES).makeOptionMandatory())
    .option(
      '--bans',
      'staff may ban by it: in its menus (role backend), or by its commands (role proxy)',
      false,
    )
    .description('give an agent a secret of its own and print it, once')
    .action(async (name: string, { data, role, bans: mayBan }: AddOptions, command: Command) => {
      if (mayBan && role === 'edge')
        command.error('error: --bans is not for --role edge: nobody gives commands at an edge');
      const how = apiCall('POST', '/api/agents', { name, role, mayBan });
      const code = await withAgentSecrets({ dataFolder: data, terminal, how }, async (agents) => {
        const { secret } = await agents.create(name, role, { mayBan });
        terminal.err(`The secret of the ${role} ${name}, which is shown only now:`);
        // Alone on standard output, so that a script can take it from there.
        terminal.out(secret);
      });
      finish(code);
    });
  addDataOption(agent.command('list'))
    .description('list the agents that have a secret of their own')
    .action(async ({ data }: DataOption) => {
      const how = apiCall('GET', '/api/agents');
      const code = await withAgentSecrets({ dataFolder: data, terminal, how }, async (agents) => {
        const rows = agents.list().map(({ name, role, mayBan, version, ...times }) => {
          const state = times.revokedAt === null ? 'valid' : `revoked ${dateOf(times.revokedAt)}`;
          return [
            name,
            mayBan ? `${role}, bans` : role,
            state,
            `seen ${dateOf(times.lastSeen)}`,
            version ?? '',
          ];
        });
        for (const row of inColumns(rows)) terminal.out(row);
        if (rows.length === 0) terminal.err('No agent has a secret of its own.');
      });
      finish(code);
    });
  addDataOption(agent.command('revoke'))
    .argument('<name>', 'name of the agent', readName)
    .description('refuse the secret of an agent from now on')
    .action(async (name: string, { data }: DataOption) => {
      const how = apiCall('DELETE', `/api/agents/${encodeURIComponent(name)}`);
      const code = await withAgentSecrets({ dataFolder: data, terminal, how }, async (agents) => {
        await agents.revoke(name);
        terminal.out(`The secret of ${name} is revoked. A running coordinator notices within 5 s.`);
      });
      finish(code);
    });
};

function dateOf(at: number | null): string {
  return at === null ? 'never' : new Date(at).toISOString();
}

function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
