import { createRequestPanel } from './requests/request-panel.ts';

/* Song requests in the page of a station, in place of the form that leads to a page of its own. */

const words = {
  request: 'Request a song',
  requestSearch: 'Title or artist',
  requestNone: 'No song was found. Try another word.',
  requestName: 'Your name (optional)',
  requestMessage: 'Message (optional)',
  requestSend: 'Request',
  requestAgain: 'Request another song',
  requestWaiting: 'The station received your request and will decide about it.',
  requestApproved: 'Your song will play soon.',
  requestPlaying: 'Your song is playing now.',
  requestPlayed: 'Your song was played.',
  requestRefused: 'The station did not play this request.',
  unavailable: 'Requests are not available right now. Please try again later.',
};

for (const box of document.querySelectorAll<HTMLElement>('[data-requests]')) {
  const base = box.dataset['requests'] ?? '';
  box.querySelector('form')?.replaceWith(createRequestPanel({ base, words, language: 'en' }));
}
