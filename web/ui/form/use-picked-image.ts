import { useEffect, useState } from 'react';

type Picked = { file: File; url: string };

/** An image that was picked but not uploaded yet, with an object URL for its preview. */
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
