/** A structured log, like pino's. */
export type Log = {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
};
