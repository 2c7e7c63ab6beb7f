/** The last commit that continues databases of every earlier one (ADR 77). */
const lastCommit = '55644e2e';

/** Refuses data of a development version, by what was found of it, and says how to continue it. */
export const tooOld = (found: string): Error =>
  new Error(
    `This version cannot continue data of this development version: ${found}. ` +
      `Start it once with commit ${lastCommit}, then with this version.`,
  );
