import { Button, FileButton, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { libraryErrors } from '#contract/errors/library.ts';
import { limits } from '#contract/limits.ts';
import { errorOf } from '#web/lib/error-of.ts';
import { byteSize } from '#web/lib/format.ts';
import { Artwork } from '../Artwork.tsx';
import classes from './ImageField.module.css';

type ImageFieldProps = {
  /** What the picture is: `Logo`. */
  label: string;
  /** Whose it is, for the placeholder. */
  name: string;
  src: string | null;
  maxBytes?: number;
  /** What is said of its bounds besides formats and size. */
  hint?: string;
  busy?: boolean;
  disabled?: boolean;
  /** What is wrong with a file, where the field's own bounds are not what counts. */
  check?: (file: File) => Promise<string | undefined>;
  /** What is wrong with what stands there. */
  error?: string | undefined;
  required?: boolean;
  onUpload: (file: File) => void;
  onRemove?: () => void;
};

const formats = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** A picture that is replaced or removed at once, by a button or by dropping a file; its bounds are said before it is sent. */
export const ImageField = (props: ImageFieldProps) => {
  const { label, name, src, maxBytes = limits.imageMaxBytes, hint, busy = false, disabled = false } = props;
  const [error, setError] = useState<string>();
  const [isOver, setOver] = useState(false);
  const check = props.check ?? ((file: File) => withinBounds(file, maxBytes));
  const choose = async (file: File | null | undefined): Promise<void> => {
    if (!file || disabled || busy) return;
    const wrong = await check(file);
    setError(wrong);
    if (wrong === undefined) props.onUpload(file);
  };
  const said = error ?? props.error;
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
          {props.check ? hint : `JPG, PNG or WebP, at most ${byteSize(maxBytes)}. ${hint ?? ''}`}
        </Text>
        <Group gap="xs" mt="xs">
          <FileButton onChange={(file) => void choose(file)} accept={formats.join()} disabled={disabled}>
            {(button) => (
              <Button {...button} variant="default" size="xs" loading={busy} disabled={disabled}>
                {src === null ? 'Upload' : 'Replace'}
                <span className={classes.hidden}> the {label.toLowerCase()}</span>
              </Button>
            )}
          </FileButton>
          {src !== null && props.onRemove && (
            <Button variant="subtle" color="red" size="xs" onClick={props.onRemove} disabled={disabled || busy}>
              Remove<span className={classes.hidden}> the {label.toLowerCase()}</span>
            </Button>
          )}
        </Group>
        {said !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" mt={6} role="alert">
            {said}
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
