/** Why a document can’t be read, as the end of a sentence: “it is a web page”. */
export class DocumentProblem extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'DocumentProblem';
  }
}
