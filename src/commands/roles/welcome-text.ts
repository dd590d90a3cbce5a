export interface Welcome {
  readonly url: string;
  readonly version: string;
  readonly configFile: string;
  /** Where game clients connect; undefined when nowhere. */
  readonly edge: string | undefined;
  /** Only at the start that made it. */
  readonly freshPassword: string | undefined;
}

/** What a person reads when the coordinator is up. */
export function welcomeText({ url, version, configFile, edge, freshPassword }: Welcome): string {
  const rows: [string, string][] = [
    ['Dashboard', url],
    ['API', `${url}/api`],
    ['Documentation', `${url}/api/docs`],
    ['Agents', `${url.replace(/^http/, 'ws')}/channel`],
    ['Game clients', edge ?? 'nowhere (edge.listen is off, or its port is taken)'],
    ...(freshPassword === undefined
      ? []
      : [
          ['Password', `${freshPassword}   (made just now; this is the only time it is shown)`] satisfies [
            string,
            string,
          ],
        ]),
    ['API key', `api_key in ${configFile}`],
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(15)}${value}`);
  return ['', `Portcullis ${version} is up.`, '', ...lines, ''].join('\n');
}
