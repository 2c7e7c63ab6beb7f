const presenter = { name: 'Anna', user: 'anna', windows: [], at_end: 'finish', grace_minutes: 0, record: true };
const body = { ...presenter, disabled: false };
const id = '00000000-0000-4000-8000-000000000000';
/** A PNG of one pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = new Blob([Buffer.from(png, 'base64')], { type: 'image/png' });

/** Calls of the endpoints of presenters, without keys. */
export const presenterFixtures = {
  'presenters.create': { body },
  'presenters.update': { params: { id }, body },
  'presenters.remove': { params: { id } },
  'presenters.newPassword': { params: { id } },
  'presenters.setPicture': { params: { id }, file: picture },
  'presenters.removePicture': { params: { id } },
  'presenters.recordings': { params: { id } },
  'presenters.recordingLink': { params: { id, recording: id } },
  'presenters.removeRecording': { params: { id, recording: id } },
  'presenters.recordingAudio': { params: { recording: id } },
};
