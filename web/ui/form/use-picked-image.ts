import { useEffect, useState } from 'react';

type Picked = { file: File; url: string };

/** A picture that was chosen and not sent yet, and the address at which it is shown until then. */
export const usePickedImage = () => {
  const [picked, setPicked] = useState<Picked>();
  useEffect(() => {
    if (!picked) return undefined;
    return () => URL.revokeObjectURL(picked.url);
  }, [picked]);
  return {
    file: picked?.file,
    url: picked?.url,
    pick: (file: File): void => setPicked({ file, url: URL.createObjectURL(file) }),
    drop: (): void => setPicked(undefined),
  };
};
