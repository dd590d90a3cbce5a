import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Migration, Schema } from './migration.ts';

/** A migration that is done sooner says nothing but that it is done. */
const SAY_EVERY_MS = 10_000;

/** Says how far a migration is, for as long as it runs: an operator should not take it for a start that hangs. */
export class MigrationProgress implements Schema {
  readonly dialect: Schema['dialect'];
  readonly #schema: Schema;
  readonly #deps: { readonly clock: Clock; readonly logger: Logger };
  readonly #begun: number;
  #step = 0;

  constructor(schema: Schema, deps: { readonly clock: Clock; readonly logger: Logger }) {
    this.dialect = schema.dialect;
    this.#schema = schema;
    this.#deps = deps;
    this.#begun = deps.clock.elapsed();
  }

  /** Runs the migration. */
  async apply(migration: Migration): Promise<void> {
    const { version, name } = migration;
    const { clock, logger } = this.#deps;
    const steps = await stepsOf(migration, this.dialect);
    let timer: unknown;
    const sayLater = (): void => {
      timer = clock.setTimeout(() => {
        const seconds = Math.round((clock.elapsed() - this.#begun) / 1000);
        logger.info({ event: 'storage.migrating', version, name, step: this.#step, steps, seconds });
        sayLater();
      }, SAY_EVERY_MS);
    };
    sayLater();
    try {
      await migration.up(this);
    } finally {
      clock.clearTimeout(timer);
    }
  }

  async run(statement: string): Promise<void> {
    this.#step += 1;
    await this.#schema.run(statement);
  }

  async index(table: string, name: string, columns: string): Promise<void> {
    this.#step += 1;
    await this.#schema.index(table, name, columns);
  }

  async column(...column: Parameters<Schema['column']>): Promise<void> {
    this.#step += 1;
    await this.#schema.column(...column);
  }
}

/** How many steps it has, found by running it on nothing. One that fails then fails for real in a moment. */
async function stepsOf(migration: Migration, dialect: Schema['dialect']): Promise<number> {
  let steps = 0;
  const count = async (): Promise<void> => {
    steps += 1;
  };
  await migration.up({ dialect, run: count, index: count, column: count }).catch(() => undefined);
  return steps;
}
