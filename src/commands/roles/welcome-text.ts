/** What the welcome text shows. */
export interface Welcome {
  readonly url: string;
  readonly version: string;
  readonly configFile: string;
  /** `host:port` where game clients connect; undefined when the edge is off. */
  readonly edge: string | undefined;
  /** Whether this start generated a password, which `freshPasswordText` has shown. */
  readonly hasFreshPassword: boolean;
}

/** The text that the operator reads when the coordinator is up. */
export function welcomeText({ url, version, configFile, edge, hasFreshPassword }: Welcome): string {
  const rows: [string, string][] = [
    ['Dashboard', url],
    ['API', `${url}/api`],
    ['Documentation', `${url}/api/docs`],
    ['Agents', `${url.replace(/^http/, 'ws')}/channel`],
    ['Game clients', edge ?? 'none (edge.listen is off, or its port is taken)'],
    ...(hasFreshPassword
      ? [['Password', 'the one above, which is shown only once'] satisfies [string, string]]
      : []),
    ['API key', `api_key in ${configFile}`],
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(15)}${value}`);
  return ['', `Portcullis ${version} is up.`, '', ...lines, ''].join('\n');
}

/** What the operator reads as soon as a password was generated, because the start may still fail. */
export function freshPasswordText(password: string): string {
  return `  Password       ${password}   (generated now; shown only once)`;
}
