/** The segments of a target's path, decoded. */
export const segmentsOf = (path: string): string[] =>
  path.split('/').map((segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      return segment;
    }
  });
