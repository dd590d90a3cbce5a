/** Counts of one route, by plain addition: a metrics library would cost more for each request than the request itself. */
export class RouteFigures {
  /** The sum of the time that requests waited; those answered from memory do not wait. */
  milliseconds = 0;
  readonly byStatus = new Map<number, number>();
  readonly method: string;
  readonly path: string;

  constructor(method: string, path: string) {
    this.method = method;
    this.path = path;
  }

  count(status: number, milliseconds: number): void {
    this.milliseconds += milliseconds;
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
  }
}
