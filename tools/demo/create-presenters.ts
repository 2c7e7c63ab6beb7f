import { presenters, type NewPresenter } from '#contract/api/presenters.ts';
import type { CreatedStation } from './create-stations.ts';
import { draw } from './drawing.ts';
import type { PortalClient } from './portal-client.ts';

const rest = { at_end: 'finish', grace_minutes: 5, record: true, disabled: false } as const;

/** The presenters of demo stations, by the station's name. */
const cast: Record<string, NewPresenter[]> = {
  'Harbour Lights Radio': [
    { ...rest, name: 'Mira Holm', user: 'mira', windows: [{ days: [1, 2, 3, 4, 5], from: 6 * 60, to: 10 * 60 }] },
    {
      ...rest,
      name: 'Jonas Petersen',
      user: 'jonas',
      windows: [{ days: [5, 6], from: 20 * 60, to: 2 * 60 }],
      at_end: 'cut',
    },
    { ...rest, name: 'Guests of the studio', user: 'studio', windows: [], record: false },
  ],
  'Prairie FM 90.7': [
    { ...rest, name: 'Ruth Olsen', user: 'ruth', windows: [{ days: [7], from: 9 * 60, to: 12 * 60 }] },
  ],
};

/** Creates the missing presenters with their pictures; running it again adds nothing twice. */
export const createPresenters = async (call: PortalClient, staged: readonly CreatedStation[]): Promise<void> => {
  for (const { station: key, of } of staged) {
    const { presenters: existing } = await call(presenters.list, { params: { key } });
    const known = new Set(existing.map(({ user }) => user));
    for (const body of (cast[of.name] ?? []).filter(({ user }) => !known.has(user))) {
      const { presenter } = await call(presenters.create, { params: { key }, body });
      const file = await draw(body.name, [300, 300], of.hues);
      await call(presenters.setPicture, { params: { key, id: presenter.id }, file });
    }
  }
};
