import { Button, FileButton, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { libraryErrors } from '#contract/texts/errors/library.ts';
import { limits } from '#contract/rules/limits.ts';
import { errorOf } from '#web/lib/error-of.ts';
import { byteSize } from '#web/lib/format.ts';
import { Artwork } from '../Artwork.tsx';
import classes from './ImageField.module.css';

type ImageFieldProps = {
  /** What the image is: `Logo`. */
  label: string;
  /** Name for the placeholder. */
  name: string;
  src: string | null;
  maxBytes?: number;
  /** Requirements other than formats and size. */
  hint?: string;
  busy?: boolean;
  disabled?: boolean;
  /** Custom validation of a file, replacing the field's own. */
  check?: (file: File) => Promise<string | undefined>;
  /** The error of the current image. */
  error?: string | undefined;
  required?: boolean;
  onUpload: (file: File) => void;
  onRemove?: () => void;
};

const formats = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** An image field that uploads or removes immediately, by button or file drop, after checking the file. */
export const ImageField = (props: ImageFieldProps) => {
  const { label, name, src, maxBytes = limits.imageMaxBytes, hint, busy = false, disabled = false } = props;
  const [error, setError] = useState<string>();
  const [isOver, setOver] = useState(false);
  const check = props.check ?? ((file: File) => withinBounds(file, maxBytes));
  const choose = async (file: File | null | undefined): Promise<void> => {
    if (!file || disabled || busy) return;
    const problem = await check(file);
    setError(problem);
    if (problem === undefined) props.onUpload(file);
  };
  const shownError = error ?? props.error;
  const drop = {
    onDragOver: (event: React.DragEvent) => (event.preventDefault(), setOver(true)),
    onDragLeave: () => setOver(false),
    onDrop: (event: React.DragEvent) => {
      event.preventDefault();
      setOver(false);
      void choose(event.dataTransfer.files[0]);
    },
  };
  return (
    <div className={classes.root} data-over={isOver || undefined} {...drop}>
      <Artwork name={name} src={src ?? undefined} size={84} />
      <div className={classes.words}>
        <Text size="sm" fw={500}>
          {label}
          {props.required && (
            <Text span c="var(--mantine-color-error)" aria-hidden>
              {' '}
              *
            </Text>
          )}
        </Text>
        <Text size="xs" c="dimmed">
          {props.check ? hint : `JPG, PNG or WebP up to ${byteSize(maxBytes)}. ${hint ?? ''}`}
        </Text>
        <Group gap="xs" mt="xs">
          <FileButton onChange={(file) => void choose(file)} accept={formats.join()} disabled={disabled}>
            {(button) => (
              <Button {...button} variant="default" size="xs" loading={busy} disabled={disabled}>
                {src === null ? 'Upload' : 'Replace'}
                <span className={classes.hidden}> {label.toLowerCase()}</span>
              </Button>
            )}
          </FileButton>
          {src !== null && props.onRemove && (
            <Button variant="subtle" color="red" size="xs" onClick={props.onRemove} disabled={disabled || busy}>
              Remove<span className={classes.hidden}> {label.toLowerCase()}</span>
            </Button>
          )}
        </Group>
        {shownError !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" mt={6} role="alert">
            {shownError}
          </Text>
        )}
      </div>
    </div>
  );
};

const withinBounds = async (file: File, maxBytes: number): Promise<string | undefined> => {
  if (!(formats as readonly string[]).includes(file.type)) return errorOf(libraryErrors, 'image.notImage').message;
  return file.size > maxBytes
    ? errorOf(libraryErrors, 'image.tooLarge', { max: byteSize(maxBytes) }).message
    : undefined;
};
