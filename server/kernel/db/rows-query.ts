import pg from 'pg';

/** A prepared statement with its values. */
export type NamedStatement = { name: string; text: string; values: readonly unknown[] };

type Row = Record<string, unknown>;
type Field = { name: string; dataTypeID: number; format: 'text' | 'binary' };
type Column = { name: string; parse: (text: string) => unknown };

/** The rows of a prepared statement. Its columns are read once a connection; pg reads them again with each answer. */
export const rowsQuery = (client: pg.Client, statement: NamedStatement): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    client.query(new RowsQuery(client, statement, { resolve, reject }) as unknown as pg.Submittable);
  });

/** What a connection's prepared statements return, and the connection as it sends them once that is known. */
type Known = { columns: Map<string, Column[]>; undescribed: object };
const knownOf = new WeakMap<object, Known>();

type Settle = { resolve: (rows: Row[]) => void; reject: (error: Error) => void };

/** As far as we use it; pg's types leave out what it calls when an answer arrives. */
const Query = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
) => { name: string; prepare(connection: object): void };

class RowsQuery extends Query {
  readonly #client: pg.Client;
  readonly #settle: Settle;
  readonly #rows: Row[] = [];
  #known: Known | undefined;
  #columns: Column[] | undefined;
  #failure: Error | undefined;

  constructor(client: pg.Client, { name, text, values }: NamedStatement, settle: Settle) {
    super(text, values);
    this.name = name;
    this.#client = client;
    this.#settle = settle;
  }

  /** pg returns rows through it; ours are returned below. */
  readonly callback = (): void => undefined;

  override prepare(connection: object): void {
    this.#known = knownOf.get(connection) ?? { columns: new Map(), undescribed: withoutDescribe(connection) };
    knownOf.set(connection, this.#known);
    this.#columns = this.#known.columns.get(this.name);
    super.prepare(this.#columns ? this.#known.undescribed : connection);
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#columns = fields.map(({ name, dataTypeID, format }) => ({
      name,
      parse: this.#client.getTypeParser(dataTypeID, format) as Column['parse'],
    }));
    this.#known?.columns.set(this.name, this.#columns);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const columns = this.#columns ?? [];
    const row: Row = {};
    try {
      // Indexed, as this runs for each value of each row.
      for (let index = 0; index < columns.length; index++) {
        const { name, parse } = columns[index]!;
        const text = fields[index];
        row[name] = text === null || text === undefined ? null : parse(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  handleCommandComplete(): void {
    // What was done is no use to a read.
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.#settle.reject(this.#failure);
    else this.#settle.resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.#settle.reject(error);
  }
}

/** The same connection, which doesn't ask what a statement returns. */
const withoutDescribe = (connection: object): object =>
  Object.create(connection, { describe: { value: () => undefined } }) as object;
