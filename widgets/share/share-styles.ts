/// <reference types="vite/client" />
export { default as shareStyles } from './share.css?inline'
