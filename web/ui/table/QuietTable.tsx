import { Table, type TableProps } from '@mantine/core';
import classes from './QuietTable.module.css';

/** A short table that needs no search, order or pages, with quiet heads. */
export const QuietTable = (props: TableProps) => <Table {...props} className={classes.table} />;
