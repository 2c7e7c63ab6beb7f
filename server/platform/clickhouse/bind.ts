import type { ClickHouseClient } from '@clickhouse/client';
import { literal, queryRows } from './query.ts';

type Value = string | number | boolean | readonly Value[];
/** The values of a statement's parameters; times are in ms since the epoch. */
export type Params = Readonly<Record<string, Value>>;

/**
 * Runs a question, whose SQL has a parameter as ClickHouse writes it (`{name:Type}`) wherever a value goes, and returns its
 * rows. The values are written into the statement here, each as its type demands: as ClickHouse's own parameters they would
 * be part of the URL, which is too short for a thousand stations, and cost the embedded engine a statement more (ADR 100).
 */
export const query = async <Row>(
  clickhouse: ClickHouseClient,
  sql: string,
  params: Params,
  own?: { max_threads?: number },
): Promise<Row[]> => await queryRows<Row>(clickhouse, bind(sql, params), own);

/** The statement with these values. Throws where one is missing or is not of its type. */
export const bind = (sql: string, params: Params): string =>
  sql.replaceAll(/\{(\w+):([^{}]+)\}/g, (_place, name: string, type: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The statement's parameter ${name} has no value.`);
    return written(type, value);
  });

const written = (type: string, value: Value): string => {
  if (type === 'String') return literal(text(value));
  if (type === 'Bool') return value === true ? 'true' : 'false';
  if (type === 'DateTime') return `toDateTime(${number(value) / 1000}, 'UTC')`;
  if (type === 'DateTime64(3)') return `fromUnixTimestamp64Milli(toInt64(${number(value)}), 'UTC')`;
  if (type === 'Array(String)')
    return `[${list(value)
      .map((one) => literal(text(one)))
      .join(',')}]`;
  // Written as text, because ClickHouse analyses each element of a long array several times.
  if (type.startsWith('Array(')) return `cast(${literal(element(type, value))} as ${type})`;
  return String(number(value));
};

/** A value as ClickHouse's text formats have it within an array. */
const element = (type: string, value: Value): string => {
  if (typeof value === 'string') return literal(value);
  if (!Array.isArray(value)) return String(value);
  const inner = value.map((one: Value) => element(type.replace(/^Array\(/, ''), one)).join(',');
  return type.startsWith('Tuple(') ? `(${inner})` : `[${inner}]`;
};

const wrong = (value: Value, expected: string): never => {
  throw new Error(`A parameter of a statement is ${JSON.stringify(value)} instead of ${expected}.`);
};
const text = (value: Value): string => (typeof value === 'string' ? value : wrong(value, 'text'));
const number = (value: Value): number => (Number.isFinite(value) ? (value as number) : wrong(value, 'a number'));
const list = (value: Value): readonly Value[] =>
  Array.isArray(value) ? (value as readonly Value[]) : wrong(value, 'a list');
