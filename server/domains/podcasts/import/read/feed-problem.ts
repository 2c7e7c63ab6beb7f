/** Why a feed can't be read; the message completes "This is not a feed that can be imported: …". */
export class FeedProblem extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'FeedProblem';
  }
}
