import type { Frame, Page } from 'playwright-core';

type Device = EventTarget & { state: string; become(state: string): void };
type WithDevices = Window & { devices: Device[] };

/** Lets the pages of a window find a device that takes over what it is asked to play; headless browsers have none. */
export const addDevices = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    class FakeDevice extends EventTarget {
      state = 'disconnected';
      watchAvailability(found: (isFound: boolean) => void): Promise<number> {
        setTimeout(() => found(true));
        return Promise.resolve(1);
      }
      cancelWatchAvailability = (): Promise<void> => Promise.resolve();
      prompt(): Promise<void> {
        if (!navigator.userActivation.isActive) return Promise.reject(new DOMException('', 'InvalidAccessError'));
        this.become('connecting');
        this.become('connected');
        return Promise.resolve();
      }
      become(state: string): void {
        this.state = state;
        this.dispatchEvent(new Event({ connecting: 'connecting', connected: 'connect' }[state] ?? 'disconnect'));
      }
    }
    const devices = new Map<unknown, FakeDevice>();
    Object.defineProperty(HTMLMediaElement.prototype, 'remote', {
      get(this: unknown) {
        const device = devices.get(this) ?? new FakeDevice();
        devices.set(this, device);
        return device;
      },
    });
    Object.defineProperty(window, 'devices', { get: () => [...devices.values()] });
  });

/** The device ends what it plays. */
export const leaveDevice = (at: Page | Frame): Promise<void> =>
  at.evaluate(() => {
    for (const device of (window as unknown as WithDevices).devices)
      if (device.state === 'connected') device.become('disconnected');
  });
