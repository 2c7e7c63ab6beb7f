/** A refusal of the control port with its HTTP status, told as `{ "error": … }`. */
export class ControlError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
