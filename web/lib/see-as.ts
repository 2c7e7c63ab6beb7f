import type { SeeAs } from '#contract/api/person-page.ts';

const name = 'see-as';

/** The person as whom this tab shows the portal; undefined as oneself, or once the time is over. */
export const seenAs = (): SeeAs | undefined => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(name) ?? 'null') as SeeAs | null;
    return stored && Date.parse(stored.expires) > Date.now() ? stored : undefined;
  } catch {
    return undefined;
  }
};

/** Shows the portal as this person from the next load on; other tabs are not affected. */
export const storeSeenAs = (person: SeeAs): void => sessionStorage.setItem(name, JSON.stringify(person));

export const forgetSeenAs = (): void => sessionStorage.removeItem(name);
