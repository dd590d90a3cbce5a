/** Counts of one route, kept by plain addition: a metrics library on every request would cost more than the request. */
export class RouteFigures {
  /** That requests waited, all together; those answered at once from memory did not. */
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
