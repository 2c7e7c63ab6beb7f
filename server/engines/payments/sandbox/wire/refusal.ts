/** A refused request, in the provider's own shape. What a declined payment has changed is kept; everything else is undone. */
export class Refusal extends Error {
  readonly status: 400 | 402 | 404;
  readonly body: { error: { type: string; code?: string; decline_code?: string; message: string; param?: string } };

  constructor(status: Refusal['status'], error: Refusal['body']['error']) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

export const missing = (kind: string, id: string): Refusal =>
  new Refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind.replaceAll('_', ' ')}: '${id}'`,
    param: 'id',
  });

export const invalid = (message: string, code?: string): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', message, ...(code !== undefined && { code }) });

export const declined = (message: string, decline_code: string): Refusal =>
  new Refusal(402, { type: 'card_error', code: 'card_declined', decline_code, message });
