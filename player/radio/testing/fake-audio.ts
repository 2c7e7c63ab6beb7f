import { vi } from 'vitest';

/** The parts of an audio element that a radio uses; `fill` buffers sound, and time passes by `advance`. */
export class FakeAudio extends EventTarget {
  src = '';
  volume = 1;
  preload = '';
  currentTime = 0;
  paused = true;
  ended = false;
  error: unknown = null;
  readyState = 0;
  end = 0;
  get buffered() {
    return { length: this.end > 0 ? 1 : 0, end: () => this.end };
  }
  play = (): Promise<void> => {
    this.paused = false;
    if (this.readyState >= 3) this.emit('playing');
    return Promise.resolve();
  };
  pause = (): void => void (this.paused = true);
  load = (): void => {
    [this.currentTime, this.end, this.ended, this.error, this.readyState] = [0, 0, false, null, 0];
  };
  getAttribute = () => (this.src === '' ? null : this.src);
  removeAttribute = () => void (this.src = '');
  emit(type: string): void {
    this.dispatchEvent(new Event(type));
  }
  /** Sound arrives. */
  fill(seconds: number): void {
    this.end += seconds;
    if (this.readyState < 4) {
      this.readyState = 4;
      if (!this.paused) this.emit('playing');
    }
  }
  fail(): void {
    this.error = { code: 2 };
    this.emit('error');
  }
}

/** Sound comes and is heard for some seconds of fake time; `arriving` is how many seconds of it come in one. */
export const listenFor = async (audio: FakeAudio, seconds: number, arriving = 1): Promise<void> => {
  for (let n = 0; n < seconds * 4; n++) {
    audio.end += arriving / 4;
    audio.currentTime = Math.min(audio.end, audio.currentTime + 0.25);
    await vi.advanceTimersByTimeAsync(250);
  }
};
