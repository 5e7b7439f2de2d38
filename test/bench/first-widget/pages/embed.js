// The first script of an embed: it only makes the frame.
import { program } from './program.js'

const frame = document.createElement('iframe')
frame.src = `${program}/embed`
frame.style.cssText = 'border:0;width:100%;height:420px'
document.getElementById('place').append(frame)
