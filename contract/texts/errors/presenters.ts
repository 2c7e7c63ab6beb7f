import type { Refusals } from './refusals.ts';

/** Presenters of a station. */
export const presenterErrors = {
  'presenter.notFound': [404, 'Presenter not found', 'The presenter was not found.'],
  'presenter.userTaken': [409, 'Presenter', 'Another presenter of this station has this user name.'],
  'presenter.notOnTeam': [409, 'Presenter', 'This person is not on the team of the station.'],
  'presenter.tooMany': [409, 'Presenter', 'A station can have at most {max} presenters.'],
  'presenter.recordingNotFound': [404, 'Recording not found', 'The recording was deleted, or is older than two weeks.'],
  'presenter.recordingsUnavailable': [503, 'Recordings', 'The streaming server did not answer. Please try again.'],
} as const satisfies Refusals;
