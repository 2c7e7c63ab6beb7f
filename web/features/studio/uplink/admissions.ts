import type { StudioAdmission } from '#contract/api/studio.ts';

/** The token of the moment. */
export type Admissions = {
  /** A token that still lasts for a while; throws, with the portal's reason, if there is none. */
  current(): Promise<StudioAdmission>;
  /** The engine refused the last one. */
  forget(): void;
};

/** A token is replaced when it has less than this left, ms; the portal may be away for as long. */
const renewMs = 300_000;

/** Fetches tokens by `admit`, and falls back on the last one, while it lasts, if the portal gives no other. */
export const createAdmissions = (admit: () => Promise<StudioAdmission>, now: () => number): Admissions => {
  let last: StudioAdmission | undefined;
  return {
    async current() {
      const left = last ? Date.parse(last.expires) - now() : 0;
      if (last && left > renewMs) return last;
      try {
        last = await admit();
      } catch (error) {
        if (!last || left <= 0) throw error;
      }
      return last;
    },
    forget() {
      last = undefined;
    },
  };
};
