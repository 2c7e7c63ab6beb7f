import { deviceButton } from './device-button.ts';
import type { RemoteState } from './radio/remote.ts';

/** The controls of a player, and functions to show its state. */
export type PlayerControls = {
  play: HTMLButtonElement;
  back: HTMLButtonElement;
  forward: HTMLButtonElement;
  bar: HTMLInputElement;
  speed: HTMLSelectElement;
  time: HTMLElement;
  /** It can play on another device, or does. */
  showDevice(state: RemoteState): void;
  setPlaying(isPlaying: boolean): void;
  setWaiting(isWaiting: boolean): void;
  fail(): void;
};

const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2];
const icons = {
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z',
  back: 'M12 5V1.5L6.5 6 12 10.5V7a6 6 0 1 1-6 6H4a8 8 0 1 0 8-8z',
  on: 'M12 5V1.5L17.5 6 12 10.5V7a6 6 0 1 0 6 6h2a8 8 0 1 1-8-8z',
};

/** What a player says, in the language of its page. */
type FaceWords = Record<
  'play' | 'pause' | 'back' | 'forward' | 'position' | 'speed' | 'unavailable' | 'playOnDevice' | 'player',
  string
>;

/** Adds accessible controls to a player's element; `chooseDevice` lets the listener choose where it plays. */
export const playerControls = (box: HTMLElement, chooseDevice: () => void): PlayerControls => {
  const words = JSON.parse(box.dataset['words'] ?? '{}') as FaceWords;
  const play = button('play', words.play, icons.play);
  const back = button('jump', words.back, icons.back, '15');
  const forward = button('jump', words.forward, icons.on, '30');
  const bar = Object.assign(document.createElement('input'), {
    type: 'range',
    min: '0',
    max: '0',
    step: '1',
    value: '0',
  });
  bar.className = 'bar';
  bar.setAttribute('aria-label', words.position);
  const time = Object.assign(document.createElement('span'), { className: 'time' });
  const speed = speedChoice(words.speed);
  const problem = Object.assign(document.createElement('p'), { className: 'problem', hidden: true });
  problem.setAttribute('role', 'status');
  const controls = Object.assign(document.createElement('div'), { className: 'controls' });
  controls.setAttribute('role', 'group');
  controls.setAttribute('aria-label', words.player);
  const device = deviceButton(words.playOnDevice, chooseDevice);
  controls.append(back, play, forward, bar, time, speed, device.element);
  box.append(controls, problem);
  return {
    play, back, forward, bar, speed, time,
    showDevice: device.show,
    setPlaying(isPlaying) {
      play.setAttribute('aria-label', isPlaying ? words.pause : words.play);
      play.querySelector('path')?.setAttribute('d', isPlaying ? icons.pause : icons.play);
      if (isPlaying) problem.hidden = true;
    },
    setWaiting: (isWaiting) => void play.toggleAttribute('data-waiting', isWaiting),
    fail() {
      problem.hidden = false;
      problem.textContent = words.unavailable;
    },
  }; // oxfmt-ignore
};

const button = (kind: string, label: string, icon: string, text?: string): HTMLButtonElement => {
  const element = Object.assign(document.createElement('button'), { type: 'button', className: kind });
  element.setAttribute('aria-label', label);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', icon);
  svg.append(path);
  element.append(svg);
  if (text !== undefined) element.append(Object.assign(document.createElement('span'), { textContent: text }));
  return element;
};

const speedChoice = (label: string): HTMLSelectElement => {
  const element = Object.assign(document.createElement('select'), { className: 'speed' });
  element.setAttribute('aria-label', label);
  for (const speed of speeds) element.append(new Option(`${String(speed)}×`, String(speed), speed === 1, speed === 1));
  return element;
};
