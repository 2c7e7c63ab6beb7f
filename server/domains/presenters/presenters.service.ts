import { createHash } from 'node:crypto';
import type { StationKey } from '#contract/rules/keys.ts';
import {
  presenterLimits,
  type NewPresenter,
  type Presenter,
  type PresenterPassword,
} from '#contract/api/presenters.ts';
import { touchStation } from '#server/domains/playout/playout.service.ts';
import { encoderOf, type StationsDeps } from '#server/domains/stations/stations.service.ts';
import { deleteImage, imageUrl, storeImage, type ImagesDeps } from '#server/platform/images.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import * as repo from './presenters.repo.ts';

export { presentersWho, type PresenterRow } from './presenters.repo.ts';

type PresentersDeps = StationsDeps & Pick<Kernel, 'storage'> & Pick<ImagesDeps, 'images'>;

/** Letters of a password: 93 bits, so that its plain hash can't be reversed. */
const passwordLetters = 16;
/** Pixels of a picture's sides. */
const pictureSize = 300;

/** The presenters of a station by name, and the zone of their hours. */
export const listPresenters = async (
  deps: PresentersDeps,
  station: StationKey,
): Promise<{ timezone: string; presenters: Presenter[] }> => {
  const rows = await repo.presentersOf(deps.db, station);
  return { timezone: await repo.timezoneOf(deps.db, station), presenters: rows.map(present) };
};

/** Adds a presenter with a new password. Refuses with `presenter.userTaken`, `presenter.notOnTeam` and `presenter.tooMany`. */
export const addPresenter = async (
  deps: PresentersDeps,
  station: StationKey,
  body: NewPresenter,
): Promise<PresenterPassword> => {
  const password = randomLetters(passwordLetters);
  const row = await change(deps, station, async (tx) => {
    const others = await repo.presentersOf(tx, station);
    if (others.length >= presenterLimits.ofStation) refuse('presenter.tooMany', { max: presenterLimits.ofStation });
    checkUser(others, body.user);
    await checkPerson(tx, station, body.user_id);
    return await repo.insertPresenter(tx, {
      station_key: station,
      password_hash: hashOf(password),
      ...columnsOf(body),
    });
  });
  return { presenter: present(row), password, encoder: await encoderOf(deps, station) };
};

/** Changes a presenter; the engine disconnects who may no longer broadcast. Refuses with `presenter.userTaken` and `presenter.notOnTeam`. */
export const changePresenter = async (
  deps: PresentersDeps,
  station: StationKey,
  id: string,
  body: NewPresenter,
): Promise<Presenter> =>
  present(
    await change(deps, station, async (tx) => {
      const before = await found(tx, station, id);
      checkUser(
        (await repo.presentersOf(tx, station)).filter((one) => one.id !== id),
        body.user,
      );
      if (body.user_id !== before.user_id) await checkPerson(tx, station, body.user_id);
      await repo.changePresenterRow(tx, station, id, { ...columnsOf(body), updated: deps.clock.now() });
      return await found(tx, station, id);
    }),
  );

/** Deletes a presenter; their encoder is disconnected, their recordings stay until they expire. */
export const removePresenter = async (deps: PresentersDeps, station: StationKey, id: string): Promise<undefined> => {
  const { picture } = await change(deps, station, async (tx) => {
    const row = await found(tx, station, id);
    await repo.deletePresenter(tx, station, id);
    return row;
  });
  await deleteImage(deps, picture);
};

/** Replaces a presenter's password; an encoder with the former one is disconnected. */
export const renewPassword = async (
  deps: PresentersDeps,
  station: StationKey,
  id: string,
): Promise<PresenterPassword> => {
  const password = randomLetters(passwordLetters);
  const row = await change(deps, station, async (tx) => {
    await found(tx, station, id);
    await repo.changePresenterRow(tx, station, id, { password_hash: hashOf(password), updated: deps.clock.now() });
    return await found(tx, station, id);
  });
  return { presenter: present(row), password, encoder: await encoderOf(deps, station) };
};

/** Replaces a presenter's picture with the uploaded one, cropped to a square; without a path there is none. */
export const setPresenterPicture = async (
  deps: PresentersDeps,
  station: StationKey,
  id: string,
  path: string | undefined,
): Promise<Presenter> => {
  await found(deps.db, station, id);
  const shape = { width: pictureSize, height: pictureSize, fit: 'cover' } as const;
  const name = path === undefined ? null : await storeImage(deps, 'presenter', path, shape);
  try {
    const before = await change(deps, station, async (tx) => {
      const row = await found(tx, station, id);
      await repo.changePresenterRow(tx, station, id, { picture: name, updated: deps.clock.now() });
      return row;
    });
    await deleteImage(deps, before.picture);
  } catch (error) {
    await deleteImage(deps, name);
    throw error;
  }
  return present(await found(deps.db, station, id));
};

/** Runs a change of a station's presenters, one at a time, and raises the station's revision for the engine. */
const change = async <T>({ db }: PresentersDeps, station: StationKey, act: (tx: Tx) => Promise<T>): Promise<T> =>
  await db.transaction().execute(async (tx) => {
    await touchStation(tx, station);
    return await act(tx);
  });

const found = async (
  db: Parameters<typeof repo.findPresenter>[0],
  station: StationKey,
  id: string,
): Promise<repo.PresenterRow> => (await repo.findPresenter(db, station, id)) ?? refuse('presenter.notFound');

const checkUser = (others: readonly repo.PresenterRow[], user: string): void => {
  if (others.some((one) => one.user_name === user))
    refuse('presenter.userTaken', {}, { user: 'Another presenter has this user name.' });
};

const checkPerson = async (tx: Tx, station: StationKey, user: string | null | undefined): Promise<void> => {
  if (typeof user === 'string' && !(await repo.isOnTeam(tx, station, user)))
    refuse('presenter.notOnTeam', {}, { user_id: 'This person is not on the team of the station.' });
};

const hashOf = (password: string): string => createHash('sha256').update(password, 'utf8').digest('hex');

const columnsOf = ({ user, windows, ...rest }: NewPresenter) => ({
  ...rest,
  user_name: user,
  windows: JSON.stringify(windows),
});

const present = ({ id, name, user_name, picture, windows, created, ...row }: repo.PresenterRow): Presenter => {
  const { at_end, grace_minutes, record, disabled, user_id } = row;
  return {
    ...{ id, name, user: user_name, picture: imageUrl(picture), windows, at_end, grace_minutes, record, disabled },
    user_id,
    created: created.toISOString(),
  };
};
