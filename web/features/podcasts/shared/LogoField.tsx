import { libraryErrors } from '#contract/texts/errors/library.ts';
import { podcastErrors } from '#contract/texts/errors/podcasts.ts';
import { limits } from '#contract/rules/limits.ts';
import { errorOf } from '#web/lib/error-of.ts';
import { ImageField } from '#web/ui/form/ImageField.tsx';

type LogoFieldProps = {
  /** Name for the placeholder. */
  name: string;
  src: string | null;
  label?: string;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  onPick: (file: File) => void;
};

/** The logo of a podcast or episode, checked by the rules of spec §5 before it is uploaded. */
export const LogoField = ({ label = 'Logo', onPick, ...rest }: LogoFieldProps) => (
  <ImageField
    {...rest}
    label={label}
    hint={`Square, ${String(limits.podcastLogoMinPx)} × ${String(limits.podcastLogoMinPx)} to ${String(limits.podcastLogoMaxPx)} × ${String(limits.podcastLogoMaxPx)} pixels; JPG, PNG or WebP up to 1000 KB.`}
    check={checkLogo}
    onUpload={onPick}
  />
);

const kinds = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** The error of an image as a logo; undefined if it is valid. */
export const checkLogo = async (file: File): Promise<string | undefined> => {
  if (!kinds.has(file.type)) return errorOf(podcastErrors, 'podcast.logoType').message;
  if (file.size > limits.podcastLogoMaxBytes) return errorOf(podcastErrors, 'podcast.logoTooLarge').message;
  const size = await sizeOf(file);
  if (!size) return errorOf(libraryErrors, 'image.notImage').message;
  if (size.width !== size.height) return errorOf(podcastErrors, 'podcast.logoShape').message;
  return size.width < limits.podcastLogoMinPx || size.width > limits.podcastLogoMaxPx
    ? errorOf(podcastErrors, 'podcast.logoSize').message
    : undefined;
};

const sizeOf = async (file: File): Promise<{ width: number; height: number } | undefined> => {
  const picture = await createImageBitmap(file).catch(() => undefined);
  const size = picture && { width: picture.width, height: picture.height };
  picture?.close();
  return size;
};
