/** The problems of a draft by dotted path, as the server names them: `draft.pages.0.blocks.2.url`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The problems below a path, named from there. */
export const errorsBelow = (errors: FieldErrors, path: string): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, text]) =>
      name === path || name.startsWith(`${path}.`) ? [[name.slice(path.length + 1), text]] : [],
    ),
  );

/** The page and block of the first problem that is in one. */
export const placeOfError = (errors: FieldErrors): { page: number; block: number | undefined } | undefined => {
  for (const name of Object.keys(errors)) {
    const [, page, block] = /^draft\.pages\.(\d+)(?:\.blocks\.(\d+))?/.exec(name) ?? [];
    if (page !== undefined) return { page: Number(page), block: block === undefined ? undefined : Number(block) };
  }
  return undefined;
};
