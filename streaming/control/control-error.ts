/** An error of the control port with its HTTP status, sent as `{ "error": … }`. */
export class ControlError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
