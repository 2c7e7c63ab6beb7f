import { useEffect, useState } from 'react';

type Choice = { value: string; label: string };
export type Devices = { inputs: readonly Choice[]; outputs: readonly Choice[] };

/** The sound devices of this computer, also after one is connected; their names are known once the microphone may be used. */
export const useDevices = (): Devices => {
  const [devices, setDevices] = useState<Devices>({ inputs: [], outputs: [] });
  useEffect(() => {
    let isGone = false;
    const list = async (): Promise<void> => {
      const found = await navigator.mediaDevices.enumerateDevices();
      const of = (kind: MediaDeviceKind): Choice[] =>
        found
          .filter((device) => device.kind === kind && device.deviceId !== '')
          .map(({ deviceId, label }, at) => ({ value: deviceId, label: label || `Device ${at + 1}` }));
      if (!isGone) setDevices({ inputs: of('audioinput'), outputs: of('audiooutput') });
    };
    const relist = (): void => void list();
    relist();
    navigator.mediaDevices.addEventListener('devicechange', relist);
    return () => {
      isGone = true;
      navigator.mediaDevices.removeEventListener('devicechange', relist);
    };
  }, []);
  return devices;
};
