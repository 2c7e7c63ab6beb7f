import type { AccountKey } from '#contract/rules/keys.ts';
import { ImageField } from '#web/ui/form/ImageField.tsx';
import { useAddSiteImage } from '../queries.ts';

type ImageInputProps = {
  accountKey: AccountKey;
  label: string;
  /** Its name; '' without one. */
  image: string;
  hint?: string;
  error?: string | undefined;
  readOnly: boolean;
  onChange: (image: string) => void;
};

/** An image of the site, uploaded as soon as it is chosen. */
export const ImageInput = ({ accountKey, label, image, hint, error, readOnly, onChange }: ImageInputProps) => {
  const add = useAddSiteImage(accountKey);
  return (
    <ImageField
      label={label}
      name={label}
      src={image === '' ? null : `/images/${image}`}
      busy={add.isPending}
      disabled={readOnly}
      error={error}
      {...(hint !== undefined && { hint })}
      onUpload={(file) => add.mutate(file, { onSuccess: ({ name }) => onChange(name) })}
      {...(image !== '' && { onRemove: () => onChange('') })}
    />
  );
};
