export * from '../../../../../target/preact/hooks/src/index';
