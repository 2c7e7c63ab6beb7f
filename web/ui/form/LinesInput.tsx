import { Input } from '@mantine/core';
import { useId, useRef, type Ref } from 'react';
import classes from './LinesInput.module.css';

type LinesInputProps = {
  ref?: Ref<HTMLTextAreaElement>;
  label: string;
  description?: string;
  placeholder: string;
  /** Minimum number of visible lines. */
  rows?: number;
  value: string;
  onChange: (text: string) => void;
  /** Marked lines, counted from 1. */
  marked: readonly { line: number; level: 'error' | 'warning' }[];
  error?: string | undefined;
};

/** A multi-line input with line numbers and highlighted lines. */
export const LinesInput = (props: LinesInputProps) => {
  const { ref, label, description, placeholder, rows = 10, value, onChange, marked, error } = props;
  const id = useId();
  const numbers = useRef<HTMLDivElement>(null);
  const levels = new Map(marked.toReversed().map(({ line, level }) => [line, level]));
  const lines = value.split('\n').length;
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error} descriptionProps={{ mb: 5 }}>
      <div className={classes.root} data-error={error !== undefined || undefined} dir="ltr">
        <div ref={numbers} className={classes.numbers} aria-hidden>
          {Array.from({ length: lines }, (_, i) => (
            <div key={i} data-level={levels.get(i + 1)}>
              {i + 1}
            </div>
          ))}
        </div>
        <textarea
          ref={ref}
          id={id}
          className={classes.text}
          wrap="off"
          rows={Math.min(24, Math.max(rows, lines + 1))}
          spellCheck={false}
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onScroll={({ currentTarget }) => numbers.current?.scrollTo({ top: currentTarget.scrollTop })}
        />
      </div>
    </Input.Wrapper>
  );
};
