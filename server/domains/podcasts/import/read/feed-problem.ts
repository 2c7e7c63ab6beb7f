/** Why a feed can't be read, as the end of a sentence that begins with "This feed cannot be imported:". */
export class FeedProblem extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'FeedProblem';
  }
}
