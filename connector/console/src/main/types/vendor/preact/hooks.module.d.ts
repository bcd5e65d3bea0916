export * from '../../../../../target/types/node_modules/preact/hooks/src/index';
