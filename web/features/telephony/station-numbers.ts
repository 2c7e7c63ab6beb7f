/** A station's numbers, of which exactly one is the main one. */
export type ChosenNumber = { did: string; main: boolean };

/** With one more number; the first is the main one in any case. */
export const withNumber = (numbers: readonly ChosenNumber[], did: string, isMain: boolean): ChosenNumber[] => {
  const others = numbers.filter((one) => one.did !== did);
  const all = [...others, { did, main: others.length === 0 }];
  return isMain ? withMain(all, did) : all;
};

/** With this one as the main number. */
export const withMain = (numbers: readonly ChosenNumber[], main: string): ChosenNumber[] =>
  numbers.map(({ did }) => ({ did, main: did === main }));

/** Without a number; the first of the others is the main one then, if that was. */
export const withoutNumber = (numbers: readonly ChosenNumber[], did: string): ChosenNumber[] => {
  const left = numbers.filter((one) => one.did !== did);
  return left.some(({ main }) => main) ? left : left.map((one, at) => ({ ...one, main: at === 0 }));
};
