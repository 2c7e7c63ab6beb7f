/** ClickHouse's response to a failed query: an HTTP status, its own code, and `Code: 60. DB::Exception: … (NAME)`. */
export type Failure = { status: number; code: number; text: string };

const statuses: Record<number, number> = {
  // SYNTAX_ERROR, CANNOT_PARSE_*, TYPE_MISMATCH, BAD_ARGUMENTS, NOT_ENOUGH_ARGUMENTS and similar
  ...Object.fromEntries(
    [6, 26, 27, 36, 38, 41, 42, 43, 53, 62, 69, 72, 117, 130, 131, 456, 457].map((code) => [code, 400]),
  ),
  // UNKNOWN_TABLE, _FUNCTION, _IDENTIFIER, _TYPE, _DATABASE, _SETTING and similar
  ...Object.fromEntries([16, 46, 47, 50, 60, 63, 73, 75, 78, 81, 115].map((code) => [code, 404])),
  159: 408,
  164: 403,
  497: 403,
  516: 403,
};

/** Converts an engine error to ClickHouse's response; status 500 for codes that are not the request's fault. */
export const asFailure = (error: unknown): Failure => {
  const message = error instanceof Error ? error.message : String(error);
  const code = Number(/\bCode: (\d+)\./.exec(message)?.[1] ?? 1001);
  const text = /\bCode: \d+\./.test(message) ? message : `Code: 1001. DB::Exception: ${message} (STD_EXCEPTION)`;
  return { status: statuses[code] ?? 500, code, text };
};

/** A failure of the interface itself, in ClickHouse's format. */
export const failure = (status: number, code: number, name: string, message: string): Failure => ({
  status,
  code,
  text: `Code: ${code}. DB::Exception: ${message} (${name})`,
});
